/* The block in the editor. The shop's pages render it in PHP. */
(({ blocks, blockEditor, element }) => {
  const name = 'ship-elements/promise';
  const Edit = () => element.createElement('p', blockEditor.useBlockProps(), blocks.getBlockType(name).title);
  blocks.registerBlockType(name, { edit: Edit, save: () => null });
})(window.wp);
