/** Of this package: it is in the names of the script-tag files. The same as in package.json; a test holds it. */
export const version = '0.1.0';
