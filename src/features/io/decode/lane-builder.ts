/** Collects the events of one lane while a recording is read. */
import { emptyBatch, orderBatch, type LaneBatch } from '../../../charts/timeline/data.ts';

export class LaneBuilder {
  private batch = emptyBatch(256);
  private length = 0;

  append(start: number, duration: number, size: number, source: number, extra: number): void {
    if (this.length === this.batch.start.length) this.grow();
    const row = this.length++;
    this.batch.start[row] = start;
    this.batch.duration[row] = duration;
    this.batch.size[row] = size;
    this.batch.source[row] = source;
    this.batch.extra[row] = extra;
  }

  ordered(): LaneBatch {
    return orderBatch(this.batch, this.length);
  }

  private grow(): void {
    const wider = emptyBatch(this.length * 2);
    wider.start.set(this.batch.start);
    wider.duration.set(this.batch.duration);
    wider.size.set(this.batch.size);
    wider.source.set(this.batch.source);
    wider.extra.set(this.batch.extra);
    this.batch = wider;
  }
}
