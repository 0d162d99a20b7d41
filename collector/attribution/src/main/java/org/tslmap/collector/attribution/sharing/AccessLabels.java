package org.tslmap.collector.attribution.sharing;

/** What the numbers mean that accesses are labelled with. */
public interface AccessLabels {
  /** Whether accesses with the label are stores. */
  boolean isStore(int label);

  /** The access site of the label. */
  int site(int label);

  /** The data object that accesses with the label touch. */
  int object(int label);
}
