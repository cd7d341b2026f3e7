/** How the custom-elements analyzer reads the elements; it writes nothing, into package.json neither. */
export default {
  globs: ['src/elements/*/*-element.ts', 'src/elements/element/*-element.ts'],
  litelement: true,
  dependencies: false,
  packagejson: false,
  quiet: true,
};
