import type { ReactNode } from 'react';

/** The header row of a table; `classOf` returns the class of a heading. */
export function TableHead(props: {
  headings: readonly string[];
  classOf?: (heading: string) => string | undefined;
}): ReactNode {
  return (
    <thead>
      <tr>
        {props.headings.map((heading) => (
          <th key={heading} scope="col" className={props.classOf?.(heading)}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
