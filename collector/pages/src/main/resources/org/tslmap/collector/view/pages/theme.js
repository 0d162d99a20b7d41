// Dark or light: what the system prefers, until the user says otherwise.

const KEY = 'tslmap-theme';

/** Takes the choice from last time and makes the button in the page's head work. */
export function startTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const button = document.getElementById('theme');
  const show = () => {
    const theme = stored() ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === 'dark' ? 'Light' : 'Dark';
    dispatchEvent(new Event('themechange'));
  };
  const turn = () => {
    remember(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    show();
  };
  button.addEventListener('click', turn);
  addEventListener('keydown', (event) => {
    if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey &&
        !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) {
      turn();
    }
  });
  system.addEventListener('change', show);
  show();
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // pages from files may have no storage
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    document.documentElement.dataset.theme = theme;
  }
}

/** The colour that a variable of the style sheet stands for now. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}
