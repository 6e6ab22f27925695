/** A device for journeys: a browser profile of its own, and a network that can fail. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type NetworkProxy, startNetworkProxy } from './network-proxy.ts';
import type { Waypost } from './waypost.ts';

export interface Device {
  proxy: NetworkProxy;
  /** Folder of the browser's profile. */
  profile: string;
}

export const startDevice = async ({ baseUrl }: Pick<Waypost, 'baseUrl'>): Promise<Device> => ({
  proxy: await startNetworkProxy(baseUrl),
  profile: await mkdtemp(path.join(tmpdir(), 'waypost-profile-')),
});

export async function endDevice({ proxy, profile }: Device): Promise<void> {
  await proxy.close();
  await rm(profile, { recursive: true, force: true });
}
