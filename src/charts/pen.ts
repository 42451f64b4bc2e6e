/**
 * The drawing interface, with one implementation for the canvas and one for SVG files. Lengths are device pixels.
 */
export interface TextStyle {
  readonly colour: string;
  readonly size: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center';
  /** The text is condensed or cut to this width. */
  readonly maxWidth?: number;
}

export interface Pen {
  rect(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: string,
    radius?: number,
    opacity?: number,
  ): void;
  outline(x: number, y: number, width: number, height: number, colour: string, thickness: number): void;
  line(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    colour: string,
    thickness: number,
    dash?: number,
  ): void;
  /** Diagonal lines inside a box: marks aggregated history. */
  hatch(x: number, y: number, width: number, height: number, colour: string, step: number): void;
  /** Vertically centred on y. */
  text(x: number, y: number, text: string, style: TextStyle): void;
}

export class CanvasPen implements Pen {
  private readonly context: CanvasRenderingContext2D;
  private readonly font: string;

  constructor(context: CanvasRenderingContext2D, font: string) {
    this.context = context;
    this.font = font;
    context.textBaseline = 'middle';
  }

  rect(x: number, y: number, width: number, height: number, colour: string, radius = 0, opacity = 1): void {
    const { context } = this;
    context.fillStyle = colour;
    context.globalAlpha = opacity;
    if (radius > 0) {
      context.beginPath();
      context.roundRect(x, y, width, height, radius);
      context.fill();
    } else context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }

  outline(x: number, y: number, width: number, height: number, colour: string, thickness: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = thickness;
    this.context.strokeRect(x, y, width, height);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thickness: number, dash = 0): void {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.setLineDash(dash > 0 ? [dash, dash] : []);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.setLineDash([]);
  }

  hatch(x: number, y: number, width: number, height: number, colour: string, step: number): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.globalAlpha = 0.55;
    context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1);
    context.beginPath();
    for (let at = x - height; at < x + width; at += step) {
      context.moveTo(at, y + height);
      context.lineTo(at + height, y);
    }
    context.stroke();
    context.restore();
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const { context } = this;
    context.font = `${style.bold ? '600 ' : ''}${style.size}px ${this.font}`;
    context.fillStyle = style.colour;
    context.textAlign = style.align ?? 'left';
    if (style.maxWidth !== undefined && context.measureText(text).width > style.maxWidth) return;
    context.fillText(text, x, y);
    context.textAlign = 'left';
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const short = (value: number): string => String(Math.round(value * 100) / 100);

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private readonly font: string;

  constructor(font: string) {
    this.font = font;
  }

  rect(x: number, y: number, width: number, height: number, colour: string, radius = 0, opacity = 1): void {
    const round = radius > 0 ? ` rx="${short(radius)}"` : '';
    const faint = opacity < 1 ? ` fill-opacity="${short(opacity)}"` : '';
    this.parts.push(`<rect ${box(x, y, width, height)}${round} fill="${escaped(colour)}"${faint}/>`);
  }

  outline(x: number, y: number, width: number, height: number, colour: string, thickness: number): void {
    this.parts.push(
      `<rect ${box(x, y, width, height)} fill="none" stroke="${escaped(colour)}" stroke-width="${thickness}"/>`,
    );
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thickness: number, dash = 0): void {
    const dashes = dash > 0 ? ` stroke-dasharray="${dash} ${dash}"` : '';
    this.parts.push(
      `<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${escaped(colour)}" stroke-width="${thickness}"${dashes}/>`,
    );
  }

  hatch(x: number, y: number, width: number, height: number, colour: string, step: number): void {
    const lines: string[] = [];
    for (let at = x - height; at < x + width; at += step) {
      // Clipped by hand: a clip path per box would make the file large.
      const low = Math.max(at, x);
      const high = Math.min(at + height, x + width);
      if (high > low)
        lines.push(
          `M${short(low)} ${short(y + height - (low - at))}L${short(high)} ${short(y + height - (high - at))}`,
        );
    }
    this.parts.push(
      `<path d="${lines.join('')}" stroke="${escaped(colour)}" stroke-opacity="0.55" fill="none"/>`,
      `<rect ${box(x, y, width, height)} fill="none" stroke="${escaped(colour)}" stroke-opacity="0.55"/>`,
    );
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    // Approximate character width: there is no screen to measure with.
    if (style.maxWidth !== undefined && text.length * style.size * 0.55 > style.maxWidth) return;
    const anchor = style.align === 'center' ? ' text-anchor="middle"' : '';
    const weight = style.bold ? ' font-weight="600"' : '';
    this.parts.push(
      `<text x="${short(x)}" y="${short(y + style.size * 0.35)}" font-size="${style.size}" fill="${escaped(style.colour)}"${anchor}${weight}>${escaped(text)}</text>`,
    );
  }

  file(width: number, height: number, title: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(this.font)}"><title>${escaped(title)}</title>${this.parts.join('\n')}</svg>`;
  }
}

const box = (x: number, y: number, width: number, height: number): string =>
  `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
