/** What a profile costs in time on a machine whose surface was measured. */
package org.tslmap.apexmap.prediction;
