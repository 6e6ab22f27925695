import { screen } from '@testing-library/dom';
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { defaultMap } from '@waypost/contract/settings/settings';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { createTestConfig } from '../../testing/test-entities.ts';
import { useBaseLayer } from './use-base-layer.ts';

/** A map that says what it shows; a click chooses another base map. */
function TestMap({
  label,
  isOwnByDefault,
  next,
}: {
  label: string;
  isOwnByDefault: boolean;
  next: BaseLayer;
}) {
  const [value, choose] = useBaseLayer({ isOwnByDefault });
  return (
    <button type="button" aria-label={label} onClick={() => choose(next)}>
      {value}
    </button>
  );
}

let root: Root;
afterEach(() => root.unmount());

const find = (name: string) => screen.findByRole('button', { name });

async function openMaps(basemap: BaseLayer, next: BaseLayer) {
  const groups = createTestConfig({ map: { default_view: { ...defaultMap.default_view, basemap } } });
  localStorage.setItem('waypost.config', JSON.stringify({ fetched: Date.now(), groups }));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <TestMap label="Main map" isOwnByDefault={false} next={next} />
      <TestMap label="Form" isOwnByDefault next={next} />
    </>,
  );
  await find('Form');
}

test.each(['Form', 'Main map'])(
  'a base map that is chosen is shown on all maps of the device: %s',
  async (map) => {
    await openMaps('embedded', 'detailed');
    (await find(map)).click();
    await expect.poll(async () => (await find('Main map')).textContent).toBe('detailed');
    expect(await find('Form')).toHaveTextContent('detailed');
    expect(localStorage.getItem('waypost.base-layer')).toBe('"detailed"');
  },
);

test('an external base map of the deployment is shown in the form only once it is chosen', async () => {
  await openMaps('satellite', 'satellite');
  expect(await find('Main map')).toHaveTextContent('satellite');
  expect(await find('Form')).toHaveTextContent('embedded');
  (await find('Main map')).click();
  await expect.poll(async () => (await find('Form')).textContent).toBe('satellite');
});

test('an own base map of the deployment is shown in the form', async () => {
  await openMaps('detailed', 'embedded');
  expect(await find('Form')).toHaveTextContent('detailed');
});
