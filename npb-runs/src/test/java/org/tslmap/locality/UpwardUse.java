package org.tslmap.locality;

import io.netty.channel.Channel;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.npb.Benchmark;

/** Uses all that its package must not, so that the checks of direction have something to find. */
public record UpwardUse(
    Benchmark above, LocalityProfile profile, Channel network, ChronicleQueue store) {}
