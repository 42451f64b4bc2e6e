import { useEffect, useState } from 'react';

/** Resolves custom properties of the page for the canvas, again on theme change. */
export function useResolvedTokens<K extends string>(
  tokens: Readonly<Record<K, string>>,
): Readonly<Record<K, string>> {
  const [resolved, setResolved] = useState(() => resolve(tokens));
  useEffect(() => {
    const update = () => setResolved(resolve(tokens));
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'class', 'style'],
    });
    update();
    return () => observer.disconnect();
  }, [tokens]);
  return resolved;
}

function resolve<K extends string>(tokens: Readonly<Record<K, string>>): Readonly<Record<K, string>> {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries<string>(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<K, string>>;
}
