import { readFileSync } from 'node:fs';

/** A page of `demo/docs`. */
export const docsPage = (name: string) => readFileSync(new URL(`../../demo/docs/${name}.md`, import.meta.url), 'utf8');

/** The text below a heading of the second level. Without a heading, the text before the first. */
export const sectionOf = (text: string, heading?: string) =>
  (heading ? text.split(`\n## ${heading}\n`)[1] : text)?.split('\n## ')[0] ?? '';

/** The first example below a heading, in a language. */
export function exampleOf(text: string, language: string, heading?: string): string {
  const code = sectionOf(text, heading).split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`There is no ${language} example${heading ? ` below ${heading}` : ''}.`);
  return code;
}
