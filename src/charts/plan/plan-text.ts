/** The plan as plain text, for an email or a bug report. */
import { countText, type PlanBox } from './plan-box.ts';

export function planToText(root: PlanBox): string {
  const lines: string[] = [];
  write(root, '', '');
  return lines.join('\n') + '\n';

  function write(box: PlanBox, first: string, rest: string) {
    const facts = [countText(box), box.time ?? '', box.deviation ?? ''].filter((part) => part !== '');
    const parameters = box.lines.length === 0 ? '' : `  ${box.lines.join(' · ')}`;
    lines.push(`${first}${box.title}${parameters}${facts.length === 0 ? '' : `  [${facts.join(' · ')}]`}`);
    box.children.forEach((child, index) => {
      const last = index === box.children.length - 1;
      write(child, `${rest}${last ? '└─ ' : '├─ '}`, `${rest}${last ? '   ' : '│  '}`);
    });
  }
}
