import { expect, it } from 'vitest';
import { settingsFor } from './settings.ts';

it('fits memory to the machine, within bounds', () => {
  expect(settingsFor(512)).toMatchObject({ shared_buffers: '64MB', work_mem: '4MB' });
  expect(settingsFor(4096)).toMatchObject({ shared_buffers: '512MB', work_mem: '16MB' });
  expect(settingsFor(262_144)).toMatchObject({ shared_buffers: '2048MB', work_mem: '64MB' });
});
