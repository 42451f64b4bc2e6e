/** Converts an SVG of the page into a standalone file without the page's style sheets. */
/** The properties written to the file, each with its SVG default, which is omitted. */
const kept: readonly (readonly [property: string, initial: string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-opacity', '1'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['opacity', '1'],
  ['text-anchor', 'start'],
];
const keptForText: typeof kept = [
  ['font-family', ''],
  ['font-size', ''],
  ['font-weight', '400'],
];

export interface SvgFrame {
  readonly width: number;
  readonly height: number;
  /** The element whose transform is removed, so that the file shows everything at natural size. */
  readonly contentSelector: string;
  readonly background: string;
  readonly title: string;
}

export function svgFile(shown: SVGSVGElement, frame: SvgFrame): string {
  const margin = 16;
  const copy = shown.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const originals = shown.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const [name, initial] of element.tagName === 'text' ? [...kept, ...keptForText] : kept) {
      const value = style.getPropertyValue(name);
      if (value !== '' && value !== initial) element.setAttribute(name, value);
    }
    for (const name of ['class', 'style', 'tabindex', 'role']) element.removeAttribute(name);
    for (const name of element.getAttributeNames())
      if (name.startsWith('aria-')) element.removeAttribute(name);
  });
  for (const hidden of copy.querySelectorAll('[data-screen-only]')) hidden.remove();
  copy.querySelector(frame.contentSelector)?.setAttribute('transform', `translate(${margin} ${margin})`);
  const width = Math.ceil(frame.width + 2 * margin);
  const height = Math.ceil(frame.height + 2 * margin);
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  title.textContent = frame.title;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', frame.background);
  copy.prepend(title, ground);
  return withoutForbidden(new XMLSerializer().serializeToString(copy));
}

/** The serializer escapes marks but writes control characters and halves of pairs, which no XML reader accepts. */
function withoutForbidden(xml: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  return xml.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu, '\ufffd');
}
