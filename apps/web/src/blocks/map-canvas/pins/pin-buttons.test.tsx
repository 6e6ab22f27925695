import { screen } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import type { Bounds } from '../map-types.ts';
import { PinButtons } from './pin-buttons.ts';
import type { PinHit } from './pin-hits.ts';

let buttons: PinButtons;
afterEach(() => {
  buttons.destroy();
  document.body.replaceChildren();
});

function showPins(hits: readonly PinHit[], onActivate: (hit: PinHit) => void = () => undefined) {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  buttons = new PinButtons({
    precedingElement: canvas,
    texts: { group: 'Reports', post: ({ title }) => title, cluster: (count) => `${count} reports` },
    project: () => ({ x: 0, y: 0 }),
    onActivate,
  });
  buttons.update(hits);
}

const post = (id: number, lat: number, lon: number): PinHit => ({
  kind: 'post',
  key: `post ${id} ${lon},${lat}`,
  at: { lat, lon },
  id,
  title: `Report ${id}`,
  isApproximate: false,
});
const cluster = (count: number, lat: number, lon: number, bounds: Bounds): PinHit => ({
  kind: 'cluster',
  key: `cluster ${lon},${lat} ${count}`,
  at: { lat, lon },
  count,
  bounds,
  clusterId: null,
});
const button = (name: string) => screen.getByRole('button', { name });

test('a cluster that opens passes the focus to its pins, not to a neighbor further north', () => {
  showPins([post(1, 60, 10), cluster(2, 50, 10, [9, 49, 11, 51])]);
  button('2 reports').focus();
  button('2 reports').click();
  // A part of the new view is drawn first.
  buttons.update([post(1, 60, 10)]);
  buttons.update([post(1, 60, 10), post(2, 50.5, 10), post(3, 49.2, 10)]);
  expect(button('Report 2')).toHaveFocus();
});

test('a pin keeps the focus when tiles of another zoom round its place differently', () => {
  showPins([post(1, 60, 10), post(2, 50, 10)]);
  button('Report 2').focus();
  buttons.update([post(1, 60, 10), post(2, 50.0001, 10.0001)]);
  expect(button('Report 2')).toHaveFocus();
});

test('the tab stop stays on the pin that had the focus', () => {
  showPins([post(1, 60, 10), post(2, 50, 10)]);
  button('Report 2').focus();
  button('Report 2').blur();
  buttons.update([post(1, 60, 10), post(2, 50, 10)]);
  expect(document.body).toHaveFocus();
  expect(button('Report 2')).toHaveProperty('tabIndex', 0);
  expect(button('Report 1')).toHaveProperty('tabIndex', -1);
});

test('a cluster that opens a card leaves the focus there when the pins are drawn again', () => {
  const card = document.createElement('button');
  showPins([cluster(2, 50, 10, [9, 49, 11, 51])], () => {
    document.body.append(card);
    card.focus();
  });
  button('2 reports').click();
  buttons.update([post(2, 50.5, 10)]);
  expect(card).toHaveFocus();
});
