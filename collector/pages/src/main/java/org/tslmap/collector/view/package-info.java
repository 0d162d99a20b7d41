/** Pages that browse runs in a web browser, and the server that serves them. */
package org.tslmap.collector.view;
