/** Settings of the custom-elements analyzer. It writes no files. */
export default {
  globs: ['src/elements/*/*-element.ts', 'src/elements/*/*-field.ts'],
  litelement: true,
  dependencies: false,
  packagejson: false,
  quiet: true,
};
