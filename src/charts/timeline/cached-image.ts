/** A cached image, redrawn only when its content changes. */
export class CachedImage {
  private readonly canvas = document.createElement('canvas');
  private shows: readonly unknown[] = [];

  get(
    shows: readonly unknown[],
    { width, height }: { readonly width: number; readonly height: number },
    draw: (context: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement {
    const all = [...shows, width, height];
    if (all.length !== this.shows.length || all.some((each, i) => each !== this.shows[i])) {
      this.canvas.width = width;
      this.canvas.height = height;
      const context = this.canvas.getContext('2d', { alpha: false });
      if (context) draw(context);
      this.shows = all;
    }
    return this.canvas;
  }
}
