package org.tslmap.locality.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.MetricParameters;

/** Calls, returns and what passes them by leave the right path; functions are numbers here. */
class CallStackTest {
  private static final int MAIN = 0;
  private static final int A = 1;
  private static final int B = 2;
  private static final int C = 3;
  private static final int STUB = 9;

  private static final int THREAD = 1;
  private static final int NONE = -1;

  private AccessPass pass = newPass(4, true);

  @BeforeEach
  void start() {
    pass.entered(THREAD, MAIN, true, true);
  }

  @AfterEach
  void free() {
    pass.close();
  }

  private static AccessPass newPass(int depth, boolean complete) {
    AccessPass made =
        new AccessPass(
            new PassOptions(
                MetricParameters.defaults(),
                true,
                true,
                depth,
                complete,
                false,
                false,
                false,
                PassOptions.Decoding.HIDDEN));
    made.function(STUB, AccessPass.STUB);
    return made;
  }

  /** Another pass instead, whose stack is in the thread's first function. */
  private void startWith(int depth, boolean complete) {
    pass.close();
    pass = newPass(depth, complete);
    start();
  }

  private void enter(int function) {
    pass.entered(THREAD, function, true, true);
  }

  private void storeReturnAddress(long at, int site) {
    pass.called(THREAD, at, site);
  }

  private void call(int function, long at) {
    storeReturnAddress(at, 100 + function);
    enter(function);
  }

  private void returned(long at) {
    pass.returned(THREAD, at);
  }

  private int node() {
    return pass.top(THREAD).node();
  }

  private long cfa() {
    return pass.top(THREAD).cfa();
  }

  private long calls() {
    return pass.node(node()).calls();
  }

  /** A stack of which not all accesses come, in function A. */
  private void startWithOmissions() {
    startWith(4, false);
    call(A, 1000);
  }

  private void goesOnIn(int function) {
    pass.entered(THREAD, function, false, true);
  }

  private List<Integer> path() {
    List<Integer> path = new ArrayList<>();
    for (int at = node(); at != NONE; at = pass.node(at).parent()) {
      path.add(0, pass.node(at).function());
    }
    return path;
  }

  /** The function so many levels above the node. */
  private int functionAbove(int levels) {
    List<Integer> path = path();
    return path.get(path.size() - 1 - levels);
  }

  @Test
  void aReturnLeadsBackToTheCaller() {
    call(A, 1000);
    call(B, 900);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(908, cfa());
    returned(900);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(102, pass.returnedFrom(THREAD));
    returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void whoJumpsIsTheCallerOfATailCall() {
    call(A, 1000);
    enter(B);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(1, calls());
    assertEquals(1008, cfa());
    returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void whatIsJumpedToMayBeginWithoutAnAccess() {
    call(A, 1000);
    goesOnIn(B);
    assertEquals(List.of(MAIN, A, B), path());
    returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void jumpsInARowStayTwoBelowWhatWasCalled() {
    startWith(100, true);
    storeReturnAddress(1000, 101);
    for (int function : new int[] {A, B, C, 4, 5}) {
      enter(function);
    }
    assertEquals(B, functionAbove(1));
    assertEquals(A, functionAbove(2));
    enter(A);
    enter(C);
    assertEquals(A, functionAbove(1), "it began anew");
  }

  @Test
  void linkageTablesCallNobody() {
    storeReturnAddress(1000, 101);
    enter(STUB);
    assertEquals(List.of(MAIN, STUB), path());
    enter(A);
    assertEquals(List.of(MAIN, A), path());
    enter(STUB);
    assertEquals(List.of(MAIN, A, STUB), path());
    enter(B);
    assertEquals(List.of(MAIN, A, B), path());
  }

  @Test
  void whereCallsMayBeUnseenAJumpIsTakenForOne() {
    startWithOmissions();
    enter(B);
    assertEquals(List.of(MAIN, B), path());
  }

  @Test
  void aLongJumpLeadsToWhoSetIt() {
    call(A, 1000);
    call(B, 900);
    call(C, 800);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1008, cfa());
  }

  @Test
  void theNextCallForgetsWhatALongJumpWithinOneFunctionLeft() {
    call(A, 1000);
    call(A, 900);
    call(A, 800);
    // Back in the outermost A, which looks like the innermost, until it calls.
    call(B, 900);
    returned(900);
    goesOnIn(A);
    assertEquals(1008, cfa());
  }

  @Test
  void recursionIsFolded() {
    call(A, 1000);
    call(B, 900);
    call(A, 800);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1, calls());
    call(B, 700);
    assertEquals(List.of(MAIN, A, B), path());
    returned(700);
    returned(800);
    returned(900);
    goesOnIn(A);
    assertEquals(1008, cfa());
  }

  @Test
  void whatIsCalledDeeperThanTheLimitBelongsToTheLast() {
    for (int function = 1; function < 8; function++) {
      call(function, 1000 - 100L * function);
    }
    assertEquals(List.of(MAIN, A, B, C), path());
    assertEquals(1, calls(), "what is deeper is no call of the last one");
  }

  @Test
  void aCalleeThatIsNotSeenLeavesTheCallerAlone() {
    startWithOmissions();
    storeReturnAddress(900, 7);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1008, cfa());
    assertEquals(1, calls());
  }

  @Test
  void aRecursionWhoseFirstBlockMakesNoAccessHasAFrameOfItsOwn() {
    call(A, 1000);
    storeReturnAddress(900, 7);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(908, cfa());
    returned(900);
    goesOnIn(A);
    assertEquals(1008, cfa());
  }

  @Test
  void aSignalsHandlerGoesAndTheFunctionGoesOn() {
    call(A, 1000);
    enter(C);
    call(B, 600);
    returned(600);
    goesOnIn(C);
    returned(700);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1, calls());
  }

  @Test
  void aSignalsHandlerHasPathsOfItsOwn() {
    call(A, 1000);
    pass.interrupted(THREAD, 800);
    enter(C);
    assertEquals(List.of(C), path());
    assertEquals(808, cfa());
    call(B, 700);
    assertEquals(List.of(C, B), path());
    returned(700);
    returned(800);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1008, cfa());
    assertEquals(1, calls());
  }

  @Test
  void aHandlersStackMayLieAboveWhatItInterrupts() {
    call(A, 1000);
    call(B, 900);
    pass.interrupted(THREAD, 5000);
    enter(C);
    call(A, 4000);
    returned(4000);
    returned(5000);
    goesOnIn(B);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(908, cfa());
  }

  @Test
  void aJumpOutOfAHandlerLeadsToWhoSetIt() {
    call(A, 1000);
    call(B, 900);
    pass.interrupted(THREAD, 800);
    enter(C);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    call(B, 900);
    assertEquals(List.of(MAIN, A, B), path());
  }

  @Test
  void addressesAreInTheFrameTheyLieIn() {
    call(A, 1000);
    call(B, 900);
    assertEquals(2, pass.frameAt(THREAD, 800));
    assertEquals(2, pass.frameAt(THREAD, 907));
    assertEquals(1, pass.frameAt(THREAD, 908));
    assertEquals(1, pass.frameAt(THREAD, 1007));
    assertEquals(0, pass.frameAt(THREAD, 1008));
  }

  @Test
  void framesKnowWhoCalledThem() {
    call(A, 1000);
    call(B, 900);
    assertEquals(2, pass.top(THREAD).number());
    assertEquals(new Frame(2, 908, B, node(), 102), pass.frame(THREAD, 2));
    assertEquals(new Frame(1, 1008, A, pass.node(node()).parent(), 101), pass.frame(THREAD, 1));
    assertEquals(new Node(pass.frame(THREAD, 1).node(), B, 102, 1, 0, 0), pass.node(node()));
    assertEquals(3, pass.nodes());
    storeReturnAddress(800, 7);
    assertEquals(new Frame(3, 808, NONE, pass.frame(THREAD, 2).node(), 7), pass.top(THREAD));
  }

  @Test
  void threadsShareTheTreeAndHaveStacksOfTheirOwn() {
    call(A, 1000);
    pass.entered(2, MAIN, true, true);
    pass.called(2, 5000, 101);
    pass.entered(2, A, true, true);
    assertEquals(node(), pass.top(2).node());
    assertEquals(2, calls());
    assertEquals(2, pass.nodes());
    pass.returned(2, 5000);
    assertEquals(101, pass.returnedFrom(2));
    assertEquals(NONE, pass.returnedFrom(THREAD));
    assertEquals(1008, cfa());
    pass.threadEnds(2);
    assertEquals(new Frame(0, 0, NONE, NONE, NONE), pass.top(2), "a new thread");
    assertEquals(List.of(MAIN, A), path());
  }
}
