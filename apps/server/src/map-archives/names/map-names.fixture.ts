/** Searches for names of map archives, and words for places, as a passer-by. */
import type { MapName, PlaceWords } from '@waypost/contract/map-archives/map-names';
import { expect } from 'vitest';
import type { startArchiveApp } from '../map-archives.fixture.ts';

/** Where the searches are sent from by default. */
export const near = '50.01,10.01';

/** The searches in a deployment. */
export function createNameSearch(deployment: Awaited<ReturnType<typeof startArchiveApp>>) {
  async function find(q: string, more: Record<string, string> = { near }): Promise<MapName[]> {
    const query = new URLSearchParams({ q, ...more });
    const { status, body } = await deployment.app.send<{ count: number; results: MapName[] }>(
      'passer-by',
      'GET',
      `/map-archives/names?${query.toString()}`,
    );
    expect(status).toBe(200);
    expect(body.count).toBe(body.results.length);
    return body.results;
  }
  const names = async (q: string, more?: Record<string, string>) =>
    (await find(q, more)).map(({ name, place }) => (place === null ? name : `${name}, ${place}`));

  async function describeAll(at: readonly string[], lang?: string): Promise<PlaceWords[]> {
    const query = new URLSearchParams({ at: at.join(';'), ...(lang === undefined ? {} : { lang }) });
    const { status, body } = await deployment.app.send<{ count: number; results: PlaceWords[] }>(
      'passer-by',
      'GET',
      `/map-archives/words?${query.toString()}`,
    );
    expect(status).toBe(200);
    expect([body.count, body.results.length]).toEqual([at.length, at.length]);
    return body.results;
  }
  const describeAt = async (at: string, lang?: string) =>
    (await describeAll([at], lang))[0] ?? expect.fail('no words');

  return { find, names, describeAll, describeAt };
}
