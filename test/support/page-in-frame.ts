import '../../src/define.ts';

// The frames of element tests import this, so that the elements are defined in them.
