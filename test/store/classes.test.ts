import { expect } from 'chai';
import { LitElement } from 'lit';
import { AreaSearchElement } from '../../src/elements/area-search/area-search-element.ts';
import * as checkout from '../../src/elements/index.ts';
import { TrackingElement } from '../../src/elements/tracking/tracking-element.ts';

const elements = { ...checkout, AreaSearchElement, TrackingElement };
const classes = Object.entries(elements).filter(([name]) => name.endsWith('Element')) as [string, object][];

/** The classes from an element up to LitElement, which is not counted. */
const chainOf = (element: object): object[] =>
  element === LitElement ? [] : [element, ...chainOf(Object.getPrototypeOf(element))];

describe('the classes of the elements', () => {
  for (const [name, element] of classes)
    it(`stand at most two above LitElement: ${name}`, () => {
      expect(chainOf(element).length).to.be.at.most(2);
    });
});
