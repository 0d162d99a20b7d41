package org.tslmap.collector.wire;

/** One message of the wire protocol. */
public sealed interface Frame
    permits BlockValues,
        CodeFlow,
        CodePassages,
        Hello,
        ObjectFile,
        FunctionSymbol,
        Sites,
        BlockDescriptor,
        Events,
        End,
        SiteCounts,
        SampledPart,
        ComputedOperations,
        CostRequest,
        ExecutedCode,
        PlacedFrame {}
