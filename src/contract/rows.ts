import * as z from 'zod/mini';
import { type Named, remedy } from './fields.ts';

const droppedRow = z.object({ index: z.number(), problem: z.string() });

/** A row that could not be read: its index in the list, and what is wrong with it. */
export interface Dropped extends z.output<typeof droppedRow> {}
export const Dropped: Named<typeof droppedRow, Dropped> = droppedRow;

/** The field that `dropBroken` fills. An answer's own value does not count. */
export const dropped = z.transform((given): Dropped[] => z.array(Dropped).safeParse(given).data ?? []);

/**
 * The rows of an answer. The list reports one issue for all of its broken rows. The check `dropBroken` of the answer removes
 * that issue, so that a broken row does not cost the shopper the others.
 * @param nameOf a name that is unique in the list. A second row with it is dropped: the shopper would see one price and order
 * the other
 */
export function rows<Row extends z.ZodMiniType>(row: Row, nameOf?: (row: z.output<Row>) => string) {
  const keepReadable = z.check<z.output<Row>[]>(
    (list) => {
      const problems = problemsByRow(list.issues.splice(0));
      const names = new Set<string>();
      list.value = list.value.filter((read, index) => {
        if (problems.has(index)) return false;
        const name = nameOf?.(read);
        if (name === undefined) return true;
        if (names.has(name)) problems.set(index, [`${name} is there twice`]);
        names.add(name);
        return !problems.has(index);
      });
      if (!problems.size) return;
      const broken = [...problems].sort(([a], [b]) => a - b);
      const params = { dropped: broken.map(([index, all]) => ({ index, problem: all.join(', ') })) };
      list.issues.push({ code: 'custom', input: list.value, params, message: 'has broken rows' });
    },
    { when: ({ value }) => Array.isArray(value) },
  );
  return z.array(row, remedy('a list')).check(keepReadable);
}

function problemsByRow(issues: readonly { path?: PropertyKey[] | undefined }[]): Map<number, string[]> {
  const problems = new Map<number, string[]>();
  for (const { path: [index, ...field] = [] } of issues) {
    const before = problems.get(Number(index)) ?? [];
    problems.set(Number(index), [...before, field.join('.') || 'the row']);
  }
  return problems;
}

/** Moves the broken rows from the issues into `dropped`. */
export const dropBroken = z.check<{ dropped: Dropped[] }>(
  ({ value, issues }) => {
    const at = issues.findIndex((issue) => issue.code === 'custom' && issue.params?.dropped);
    const [issue] = at < 0 ? [] : issues.splice(at, 1);
    value.dropped = issue?.code === 'custom' ? issue.params?.dropped : [];
  },
  { when: ({ value }) => z.util.isObject(value) },
);
