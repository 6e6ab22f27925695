/** Start and stop of the server: first login, occupied port, invalid settings, API description. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { endWaypost, newDataDir, startEmptyWaypost, startWaypost } from '../support/waypost.ts';

test('the first start prints a login, and the next one does not', { tag: '@core' }, async () => {
  const first = await startEmptyWaypost(undefined, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  try {
    const password = /password +(\S{8,})/.exec(first.output())?.[1] ?? '';
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect(await first.end('SIGTERM')).toBe(0);
    const again = await startEmptyWaypost(first.dataDir, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    expect(again.output()).not.toContain('password');
    expect(await again.end('SIGINT')).toBe(0);
    const databases = execFileSync('ps', ['-eo', 'args']).toString();
    expect(databases).not.toContain(first.dataDir);
  } finally {
    await endWaypost(first);
  }
});

test('a first start whose port is occupied prints its login nevertheless', { tag: '@slow' }, async () => {
  const running = await startWaypost();
  const dataDir = await newDataDir();
  try {
    const usedPort = new URL(running.baseUrl).port;
    const second = startEmptyWaypost(dataDir, { PORT: usedPort, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    await expect(second).rejects.toThrow(/password +\S{16,}[\s\S]*Port \d+ is taken/);
  } finally {
    await endWaypost(running);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('invalid settings are named, and nothing is started', { tag: '@core' }, async () => {
  const dataDir = await newDataDir();
  try {
    const start = startEmptyWaypost(dataDir, {
      PORT: 'many',
      DATABASE_URL: 'mysql://here',
      LOG_LEVEL: 'loud',
    });
    await expect(start).rejects.toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the server serves its OpenAPI document and a page that shows it', { tag: '@slow' }, async ({
  request,
}) => {
  const waypost = await startWaypost();
  try {
    const document = (await (await request.get(`${waypost.baseUrl}/docs/json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/v3/posts/{id}');
    expect((await request.get(`${waypost.baseUrl}/docs`)).ok()).toBe(true);
  } finally {
    await endWaypost(waypost);
  }
});
