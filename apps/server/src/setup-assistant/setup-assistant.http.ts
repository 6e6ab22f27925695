/** HTTP routes of the set-up assistant. */
import * as contract from '@waypost/contract/setup-assistant/setup-assistant';
import { type MountContext, route } from '../kernel/http/route.ts';
import { findAreaDefaults } from './area-defaults.ts';
import { changeSetup, type SetupDependencies, viewSetup } from './read-setup.ts';

/** Mounts the routes. */
export function mountSetupAssistant(mount: MountContext, dependencies: SetupDependencies): void {
  route(mount, contract.readSetup, async ({ tx, viewer }) => viewSetup(tx, viewer, dependencies));
  route(mount, contract.updateSetup, async ({ tx, viewer, body }) => {
    await changeSetup(tx, viewer, body);
    return viewSetup(tx, viewer, dependencies);
  });
  route(mount, contract.readAreaDefaults, async ({ tx, query }) => findAreaDefaults(tx, query));
}
