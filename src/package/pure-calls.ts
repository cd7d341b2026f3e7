import type { Plugin } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Marks each call that makes a constant of a module: a schema, a table, a map. No such call does anything else, and a bundler cannot know
 * that. So a page that takes one function of the package does without the schemas that it does not use, and without zod.
 */
export const pureCalls: Plugin = {
  name: 'pure-calls',
  transform: {
    filter: { id: /\/src\/(contract|extras|quote|client|elements)\/.*\.ts$/ },
    handler(code, id) {
      const calls = new Set<number>();
      /** How many functions, classes and statements with effects are around what is visited. */
      let around = 0;
      const enter = () => {
        around += 1;
      };
      const leave = () => {
        around -= 1;
      };
      const call = ({ start }: { start: number }) => {
        if (!around) calls.add(start);
      };
      new Visitor({
        FunctionDeclaration: enter,
        'FunctionDeclaration:exit': leave,
        FunctionExpression: enter,
        'FunctionExpression:exit': leave,
        ArrowFunctionExpression: enter,
        'ArrowFunctionExpression:exit': leave,
        ClassBody: enter,
        'ClassBody:exit': leave,
        ExpressionStatement: enter,
        'ExpressionStatement:exit': leave,
        CallExpression: call,
        NewExpression: call,
      }).visit(parseSync(id, code).program);
      let marked = '';
      let end = 0;
      for (const start of [...calls].sort((one, other) => one - other)) {
        marked += `${code.slice(end, start)}/* @__PURE__ */ `;
        end = start;
      }
      return { code: marked + code.slice(end), map: null };
    },
  },
};
