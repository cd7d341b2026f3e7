/* The block in the editor. The shop's pages render it in PHP. */
(({ blocks, blockEditor, element }) => {
  const name = 'ship-elements/promise';
  function Edit({ context }) {
    const { title } = blocks.getBlockType(name);
    // A template has no type yet.
    const isOutside = ['page', 'post'].includes(context.postType);
    return element.createElement(
      'p',
      blockEditor.useBlockProps(),
      isOutside ? `${title}. ${window.shipElementsOutside}` : title,
    );
  }
  blocks.registerBlockType(name, { edit: Edit, save: () => null });
})(window.wp);
