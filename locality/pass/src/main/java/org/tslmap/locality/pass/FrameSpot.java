package org.tslmap.locality.pass;

/**
 * A byte of a stack frame that an access goes to.
 *
 * @param function the function whose frame it is, below 0 if that is not known
 * @param site the access site if it is the top frame, otherwise that of the call above
 * @param offset the byte's offset from the frame's canonical frame address
 * @param callee the function of the frame above, below 0 if there is none or it is not known
 * @param calleeSite the same of that frame as {@code site}
 * @param calleeOffset the byte's offset from that frame's canonical frame address
 */
public record FrameSpot(
    int function, int site, long offset, int callee, int calleeSite, long calleeOffset) {
  /** Instead of a callee's function: the frame is the top one. */
  private static final int NO_CALLEE = -2;

  /** Whether another frame is above, whosever it is. */
  public boolean hasCallee() {
    return callee != NO_CALLEE;
  }
}
