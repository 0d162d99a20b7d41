package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls, returns and what passes them by leave the right path; functions are numbers here. */
class CallStackTest {
  private static final int MAIN = 0;
  private static final int A = 1;
  private static final int B = 2;
  private static final int C = 3;
  private static final int STUB = 9;

  private final CallTree tree = new CallTree(4);
  private final CallStack stack =
      new CallStack(tree, new LiveRanges(), function -> function == STUB, true);

  @BeforeEach
  void start() {
    stack.enter(MAIN, true, true);
  }

  private void call(int function, long at) {
    stack.call(at, 100 + function);
    stack.enter(function, true, true);
  }

  /** A stack of which not all accesses come, in function A. */
  private CallStack withOmissions() {
    CallStack some = new CallStack(tree, new LiveRanges(), function -> function == STUB, false);
    some.enter(MAIN, true, true);
    some.call(1000, 101);
    some.enter(A, true, true);
    return some;
  }

  private void goesOnIn(int function) {
    stack.enter(function, false, true);
  }

  private List<Integer> path() {
    return path(stack.node());
  }

  private List<Integer> path(int from) {
    List<Integer> path = new ArrayList<>();
    for (int node = from; node != CallTree.NONE; node = tree.parent(node)) {
      path.add(0, tree.function(node));
    }
    return path;
  }

  @Test
  void aReturnLeadsBackToTheCaller() {
    call(A, 1000);
    call(B, 900);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(908, stack.cfa());
    stack.returned(900);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(102, stack.returnedFrom());
    stack.returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void whoJumpsIsTheCallerOfATailCall() {
    call(A, 1000);
    stack.enter(B, true, true);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(1, tree.calls(stack.node()));
    assertEquals(1008, stack.cfa());
    stack.returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void whatIsJumpedToMayBeginWithoutAnAccess() {
    call(A, 1000);
    goesOnIn(B);
    assertEquals(List.of(MAIN, A, B), path());
    stack.returned(1000);
    goesOnIn(MAIN);
    assertEquals(List.of(MAIN), path());
  }

  @Test
  void jumpsInARowStayTwoBelowWhatWasCalled() {
    CallTree deep = new CallTree(100);
    CallStack some = new CallStack(deep, new LiveRanges(), function -> function == STUB, true);
    some.enter(MAIN, true, true);
    some.call(1000, 101);
    for (int function : new int[] {A, B, C, 4, 5}) {
      some.enter(function, true, true);
    }
    assertEquals(B, deep.function(deep.parent(some.node())));
    assertEquals(A, deep.function(deep.parent(deep.parent(some.node()))));
    some.enter(A, true, true);
    some.enter(C, true, true);
    assertEquals(A, deep.function(deep.parent(some.node())), "it began anew");
  }

  @Test
  void linkageTablesCallNobody() {
    stack.call(1000, 101);
    stack.enter(STUB, true, true);
    assertEquals(List.of(MAIN, STUB), path());
    stack.enter(A, true, true);
    assertEquals(List.of(MAIN, A), path());
    stack.enter(STUB, true, true);
    assertEquals(List.of(MAIN, A, STUB), path());
    stack.enter(B, true, true);
    assertEquals(List.of(MAIN, A, B), path());
  }

  @Test
  void whereCallsMayBeUnseenAJumpIsTakenForOne() {
    CallStack some = withOmissions();
    some.enter(B, true, true);
    assertEquals(List.of(MAIN, B), path(some.node()));
  }

  @Test
  void aLongJumpLeadsToWhoSetIt() {
    call(A, 1000);
    call(B, 900);
    call(C, 800);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1008, stack.cfa());
  }

  @Test
  void theNextCallForgetsWhatALongJumpWithinOneFunctionLeft() {
    call(A, 1000);
    call(A, 900);
    call(A, 800);
    // Back in the outermost A, which looks like the innermost, until it calls.
    call(B, 900);
    stack.returned(900);
    goesOnIn(A);
    assertEquals(1008, stack.cfa());
  }

  @Test
  void recursionIsFolded() {
    call(A, 1000);
    call(B, 900);
    call(A, 800);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1, tree.calls(stack.node()));
    call(B, 700);
    assertEquals(List.of(MAIN, A, B), path());
    stack.returned(700);
    stack.returned(800);
    stack.returned(900);
    goesOnIn(A);
    assertEquals(1008, stack.cfa());
  }

  @Test
  void whatIsCalledDeeperThanTheLimitBelongsToTheLast() {
    for (int function = 1; function < 8; function++) {
      call(function, 1000 - 100L * function);
    }
    assertEquals(List.of(MAIN, A, B, C), path());
    assertEquals(1, tree.calls(stack.node()), "what is deeper is no call of the last one");
  }

  @Test
  void aCalleeThatIsNotSeenLeavesTheCallerAlone() {
    CallStack some = withOmissions();
    some.call(900, 7);
    some.enter(A, false, true);
    assertEquals(List.of(MAIN, A), path(some.node()));
    assertEquals(1008, some.cfa());
    assertEquals(1, tree.calls(some.node()));
  }

  @Test
  void aRecursionWhoseFirstBlockMakesNoAccessHasAFrameOfItsOwn() {
    call(A, 1000);
    stack.call(900, 7);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(908, stack.cfa());
    stack.returned(900);
    goesOnIn(A);
    assertEquals(1008, stack.cfa());
  }

  @Test
  void aSignalsHandlerGoesAndTheFunctionGoesOn() {
    call(A, 1000);
    stack.enter(C, true, true);
    call(B, 600);
    stack.returned(600);
    goesOnIn(C);
    stack.returned(700);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1, tree.calls(stack.node()));
  }

  @Test
  void aSignalsHandlerHasPathsOfItsOwn() {
    call(A, 1000);
    stack.interrupted(800);
    stack.enter(C, true, true);
    assertEquals(List.of(C), path());
    assertEquals(808, stack.cfa());
    call(B, 700);
    assertEquals(List.of(C, B), path());
    stack.returned(700);
    stack.returned(800);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    assertEquals(1008, stack.cfa());
    assertEquals(1, tree.calls(stack.node()));
  }

  @Test
  void aHandlersStackMayLieAboveWhatItInterrupts() {
    call(A, 1000);
    call(B, 900);
    stack.interrupted(5000);
    stack.enter(C, true, true);
    call(A, 4000);
    stack.returned(4000);
    stack.returned(5000);
    goesOnIn(B);
    assertEquals(List.of(MAIN, A, B), path());
    assertEquals(908, stack.cfa());
  }

  @Test
  void aJumpOutOfAHandlerLeadsToWhoSetIt() {
    call(A, 1000);
    call(B, 900);
    stack.interrupted(800);
    stack.enter(C, true, true);
    goesOnIn(A);
    assertEquals(List.of(MAIN, A), path());
    call(B, 900);
    assertEquals(List.of(MAIN, A, B), path());
  }

  @Test
  void addressesAreInTheFrameTheyLieIn() {
    call(A, 1000);
    call(B, 900);
    assertEquals(2, stack.frameAt(800));
    assertEquals(2, stack.frameAt(907));
    assertEquals(1, stack.frameAt(908));
    assertEquals(1, stack.frameAt(1007));
    assertEquals(0, stack.frameAt(1008));
  }
}
