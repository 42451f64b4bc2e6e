/** Scrolling of a tab strip: the front tab stays visible, and the wheel scrolls sideways. */

/** The smallest change of `scrollLeft` that shows a tab completely. All values in pixels of the strip's content. */
export function scrollToShow(
  tab: { readonly left: number; readonly width: number },
  strip: { readonly left: number; readonly width: number },
): number {
  if (tab.left < strip.left || tab.width > strip.width) return tab.left;
  const end = tab.left + tab.width;
  return end > strip.left + strip.width ? end - strip.width : strip.left;
}

const STRIP = '.dv-tabs-container';
const FRONT_TAB = '.dv-tab.dv-active-tab';

/** Watches the strip of a tab group. Call the returned function to stop. */
export function watchTabStrip(group: HTMLElement): () => void {
  const strip = group.querySelector<HTMLElement>(STRIP);
  if (!strip) return () => undefined;

  const reveal = (): void => {
    const tab = strip.querySelector<HTMLElement>(FRONT_TAB);
    if (!tab) return;
    const from = { left: strip.scrollLeft, width: strip.clientWidth };
    const left = tab.getBoundingClientRect().left - strip.getBoundingClientRect().left + strip.scrollLeft;
    strip.scrollLeft = scrollToShow({ left, width: tab.offsetWidth }, from);
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    if (strip.scrollWidth <= strip.clientWidth) return;
    event.preventDefault();
    strip.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1);
  };

  // A title that arrives later changes the width of its tab, a split that of the strip.
  const sizes = new ResizeObserver(reveal);
  const observeAll = (): void => {
    sizes.disconnect();
    sizes.observe(strip);
    for (const tab of strip.children) sizes.observe(tab);
  };
  const tabs = new MutationObserver((changes) => {
    if (changes.some((change) => change.type === 'childList')) observeAll();
    else reveal();
  });
  // The library marks the front tab by a class.
  tabs.observe(strip, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  observeAll();
  strip.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    sizes.disconnect();
    tabs.disconnect();
    strip.removeEventListener('wheel', onWheel);
  };
}
