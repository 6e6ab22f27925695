import { afterEach, expect, test, vi } from 'vitest';
import { loadNewestVersion } from './load-newest-version.ts';

/** A service worker as the browser presents it. */
class TestWorker extends EventTarget {
  state: ServiceWorkerState;
  readonly messages: unknown[] = [];
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  postMessage(message: unknown) {
    this.messages.push(message);
  }
  change(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

function start(registration: object | undefined) {
  const reload = vi.fn();
  const workers = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('location', { reload });
  return { reload, workers };
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('without a newer version the page is reloaded', async () => {
  const { reload } = start({
    update: () => Promise.reject(new TypeError()),
    waiting: null,
    installing: null,
  });
  await loadNewestVersion();
  expect(reload).toHaveBeenCalledOnce();
});

test('a newer version is activated once it is installed, then the page is reloaded', async () => {
  const worker = new TestWorker('installing');
  const { reload, workers } = start({
    update: () => Promise.resolve(),
    waiting: null,
    installing: worker,
  });
  await loadNewestVersion();
  expect([worker.messages, reload.mock.calls]).toEqual([[], []]);
  worker.change('installed');
  expect([worker.messages, reload.mock.calls]).toEqual([[{ kind: 'take over' }], []]);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a newer version that cannot be installed does not keep the page waiting', async () => {
  const worker = new TestWorker('installing');
  const { reload } = start({ update: () => Promise.resolve(), waiting: null, installing: worker });
  await loadNewestVersion();
  worker.change('redundant');
  expect(reload).toHaveBeenCalledOnce();
});
