/** The samples of the last ten minutes, per metric, in ring buffers. One owner per connection and node. */
import { metricNames, type MetricName, type MetricValues } from '../../../protocol/server-metrics.ts';

export const KEPT_MS = 10 * 60_000;
const SHORTEST_MS = 2 * 60_000;
const MINUTE_MS = 60_000;
/** Ten minutes of the fastest feed (one sample a second) and some more. */
const MOST_SAMPLES = 720;

/** Columns: the time in milliseconds since 1970 and the value of each sample, oldest first. */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

const none: Samples = { times: new Float64Array(0), values: new Float64Array(0) };

class Ring {
  private readonly times = new Float64Array(MOST_SAMPLES);
  private readonly values = new Float64Array(MOST_SAMPLES);
  private start = 0;
  private length = 0;

  add(at: number, value: number): void {
    const end = (this.start + this.length) % MOST_SAMPLES;
    this.times[end] = at;
    this.values[end] = value;
    if (this.length < MOST_SAMPLES) this.length++;
    else this.start = (this.start + 1) % MOST_SAMPLES;
  }

  since(oldest: number): Samples {
    const times = new Float64Array(this.length);
    const values = new Float64Array(this.length);
    let count = 0;
    for (let place = 0; place < this.length; place++) {
      const slot = (this.start + place) % MOST_SAMPLES;
      const at = this.times[slot] ?? 0;
      if (at < oldest) continue;
      times[count] = at;
      values[count] = this.values[slot] ?? 0;
      count++;
    }
    return { times: times.subarray(0, count), values: values.subarray(0, count) };
  }

  last(): { readonly at: number; readonly value: number } | null {
    if (this.length === 0) return null;
    const slot = (this.start + this.length - 1) % MOST_SAMPLES;
    return { at: this.times[slot] ?? 0, value: this.values[slot] ?? 0 };
  }
}

export class MetricHistory {
  private readonly rings = new Map<MetricName, Ring>();
  /** The time of the first sample; null without any. */
  started: number | null = null;

  /** Samples arrive in the order of their times. */
  add(at: number, values: MetricValues): void {
    this.started ??= at;
    for (const name of metricNames) {
      const value = values[name];
      if (value === undefined) continue;
      let ring = this.rings.get(name);
      if (!ring) this.rings.set(name, (ring = new Ring()));
      ring.add(at, value);
    }
  }

  /** The time that charts show: whole minutes since the first sample, between two and ten. */
  shownMs(now: number): number {
    const recorded = Math.ceil((now - (this.started ?? now)) / MINUTE_MS) * MINUTE_MS;
    return Math.min(KEPT_MS, Math.max(SHORTEST_MS, recorded));
  }

  /** The samples from `oldest` on. */
  since(name: MetricName, oldest: number): Samples {
    return this.rings.get(name)?.since(oldest) ?? none;
  }

  last(name: MetricName): { readonly at: number; readonly value: number } | null {
    return this.rings.get(name)?.last() ?? null;
  }
}
