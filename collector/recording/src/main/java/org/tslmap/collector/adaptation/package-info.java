/** Which functions are recorded and which only counted, decided while a process runs. */
package org.tslmap.collector.adaptation;
