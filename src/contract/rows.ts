import * as z from 'zod/mini';
import { type Named, remedy } from './fields.ts';

const droppedRow = z.object({ index: z.number(), problem: z.string() });

/** A row that could not be read: its index in the list, and what is wrong with it. */
export interface Dropped extends z.output<typeof droppedRow> {}
export const Dropped: Named<typeof droppedRow, Dropped> = droppedRow;

/** The field that `dropBroken` fills. An answer's own value does not count. */
export const dropped = z.transform((given): Dropped[] => z.array(Dropped).safeParse(given).data ?? []);

/** The most rows of a list. No service has a tenth of them, and a page that draws more stands still. */
const most = 1_000;

/**
 * The rows of an answer, at most 1,000. The list reports one issue for all of its broken rows. The check `dropBroken` of the answer removes
 * that issue, so that a broken row does not cost the shopper the others.
 * @param nameOf a name that is unique in the list. A second row with it is dropped: the shopper would see one price and order
 * the other
 * @param isLog of a longer list the last rows are read, which are the newest
 */
export function rows<Row extends z.ZodMiniType>(row: Row, nameOf?: (row: z.output<Row>) => string, isLog = false) {
  // One more than are kept, which says that there were more.
  const part = z.transform((given) =>
    Array.isArray(given) && given.length > most ? (isLog ? given.slice(-most - 1) : given.slice(0, most + 1)) : given,
  );
  const keepReadable = z.check<z.output<Row>[]>(
    (list) => {
      const problems = problemsByRow(list.issues.splice(0));
      const names = new Set<string>();
      if (list.value.length > most)
        problems.set(isLog ? 0 : most, [`the list has more than ${most} rows, and the others are not read`]);
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
  return z.pipe(part, z.array(row, remedy('a list')).check(keepReadable));
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
