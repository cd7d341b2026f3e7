import type { Plugin } from 'rolldown';

/**
 * A minifier keeps the text of templates as it is written, line breaks and indentation of styles and markup included. No other line of a
 * minified file is indented. One space stays, which markup may need between two elements or attributes.
 */
export const withoutIndentation: Plugin = {
  name: 'without-indentation',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/([;{,]?)\n\s+/g, (_break, sign) => sign || ' ');
  },
};
