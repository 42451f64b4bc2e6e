import type { ReactNode } from 'react';

/** A table's one row of headings; `classOf` says which look different. */
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
