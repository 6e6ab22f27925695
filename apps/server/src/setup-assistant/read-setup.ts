/** Which steps of the set-up are done, by the state of the deployment. */
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import { outgoingMailChannel } from '@waypost/contract/mail/outbox';
import { baseLayers, isOwnMap } from '@waypost/contract/settings/base-layers';
import { defaultMap } from '@waypost/contract/settings/settings';
import {
  type ConfirmableStep,
  confirmableSteps,
  type Setup,
  type SetupChange,
} from '@waypost/contract/setup-assistant/setup-assistant';
import { type SetupStepName, setupSteps } from '@waypost/contract/setup-assistant/setup-steps';
import type { StatusChannel } from '@waypost/contract/status/status';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  isTextGateway,
  lockStoredGroup,
  readMap,
  readRetention,
  readSite,
  readStoredGroup,
  replaceStoredGroup,
} from '../settings/settings.public.ts';
import { setupPrivileges, stepPrivileges } from './setup-assistant.rules.ts';
import { readSetupContent } from './setup-assistant.sql.ts';

/** Name and survey that every deployment begins with (`seed-deployment.ts`). */
export const initialContent = { siteName: 'Waypost', surveyName: 'Report' } as const;

/** The row of the settings with what people decided; it is not a settings group of the API. */
const rowName = 'setup-assistant';

/** What people decided. */
interface SetupDecisions {
  skipped: readonly SetupStepName[];
  confirmed: readonly ConfirmableStep[];
  dismissed: boolean;
}

/** What reading needs from other domains. */
export interface SetupDependencies {
  /** Outgoing mail and data sources that are not off. */
  readSourceChannels: (tx: Tx) => Promise<readonly StatusChannel[]>;
}

async function readDecisions(tx: Tx): Promise<SetupDecisions> {
  const stored = await readStoredGroup(tx, rowName);
  const [skipped, confirmed] = [stored['skipped'], stored['confirmed']];
  return {
    skipped: setupSteps.filter((step) => Array.isArray(skipped) && skipped.includes(step)),
    confirmed: confirmableSteps.filter((step) => Array.isArray(confirmed) && confirmed.includes(step)),
    dismissed: stored['dismissed'] === true,
  };
}

const isTextGatewayId = (id: string): boolean => isProviderId(id) && isTextGateway(id);

/** Whether a channel is set up and does not fail. */
const isUsable = ({ status }: StatusChannel): boolean =>
  status.state === 'working' || status.state === 'unused';

/** The steps that are done by the state of the deployment alone. */
async function findDoneSteps(
  tx: Tx,
  { readSourceChannels }: SetupDependencies,
): Promise<Readonly<Record<SetupStepName, boolean>>> {
  const [site, map, retention] = [await readSite(tx), await readMap(tx), await readRetention(tx)];
  const channels = await readSourceChannels(tx);
  const content = await readSetupContent(tx, initialContent.surveyName);
  const { default_view: view } = map;
  const basemap = (view as Readonly<Record<string, unknown>>)['basemap'];
  const initialView = defaultMap.default_view;
  return {
    name: site.name !== '' && site.name !== initialContent.siteName,
    area: view.lat !== initialView.lat || view.lon !== initialView.lon,
    survey: content.has_own_survey,
    team: content.has_team,
    mail: channels.some((channel) => channel.id === outgoingMailChannel && isUsable(channel)),
    phone: channels.some((channel) => isTextGatewayId(channel.id) && isUsable(channel)),
    map: content.has_map || baseLayers.some((layer) => layer === basemap && !isOwnMap(layer)),
    privacy:
      site.private ||
      map.location_precision !== defaultMap.location_precision ||
      Object.values(retention).some((days) => typeof days === 'number'),
    share: content.has_report,
  };
}

/** The set-up as the viewer sees it. */
export async function viewSetup(tx: Tx, viewer: Viewer, dependencies: SetupDependencies): Promise<Setup> {
  const { skipped, confirmed, dismissed } = await readDecisions(tx);
  const done = await findDoneSteps(tx, dependencies);
  return {
    steps: setupSteps.map((id) => {
      const isConfirmed = !done[id] && confirmed.some((step) => step === id);
      const isDone = done[id] || isConfirmed;
      return {
        id,
        state: isDone ? 'done' : skipped.includes(id) ? 'skipped' : 'open',
        confirmed: isConfirmed,
        allowed_privileges: stepPrivileges(viewer, id),
      };
    }),
    dismissed,
    allowed_privileges: setupPrivileges(viewer),
  };
}

/** Stores what is skipped, confirmed and dismissed. */
export async function changeSetup(
  tx: Tx,
  viewer: Viewer,
  change: z.output<typeof SetupChange>,
): Promise<void> {
  await lockStoredGroup(tx, rowName);
  const before = await readDecisions(tx);
  const after: SetupDecisions = {
    skipped: change.skipped ?? before.skipped,
    confirmed: change.confirmed ?? before.confirmed,
    dismissed: change.dismissed ?? before.dismissed,
  };
  await replaceStoredGroup(tx, rowName, { ...after });
  // Privacy is a decision that the team may want to find again.
  const wasConfirmed = before.confirmed.includes('privacy');
  if (after.confirmed.includes('privacy') !== wasConfirmed) {
    const details = { changed: ['privacy'], confirmed: !wasConfirmed };
    await recordChange(tx, viewer, { action: 'update', subject: 'config', id: rowName, details });
  }
}
