/**
 * Apex-Map: what a memory access costs this machine, over temporal and spatial locality, and what
 * that makes of a program's profile.
 *
 * <p>Strohmaier, Shan, "Apex-Map: A Global Data Access Benchmark to Analyze HPC Systems and
 * Parallel Programming Paradigms", SC'05; "Apex-Map: a parameterized scalable memory access probe
 * for high-performance computing systems", Concurrency and Computation 19, 2007.
 */
package org.tslmap.apexmap;
