import { expect, it } from 'vitest';
import { defaultSettings } from './settings.ts';

it('adapts memory settings to the machine, within limits', () => {
  expect(defaultSettings(512)).toMatchObject({ shared_buffers: '64MB', work_mem: '4MB' });
  expect(defaultSettings(4096)).toMatchObject({ shared_buffers: '512MB', work_mem: '16MB' });
  expect(defaultSettings(262_144)).toMatchObject({ shared_buffers: '2048MB', work_mem: '64MB' });
});
