/** State of the deployment that applies to every caller, set by the operator and the administrators. */
import type { EndpointFeature } from '@waypost/contract/settings/features';
import type { Viewer } from './viewer.ts';

export interface DeploymentState {
  /** Private: only accounts with a permission have access (spec 1 §6, API v3 §1.13). */
  isClosed: boolean;
  /** Hidden in an emergency: closed to everybody but the team. */
  isHidden: boolean;
  /** All requests are refused. */
  isUnderMaintenance: boolean;
  /** The trial has ended: data can be read, not written (API v3 §6.3). */
  isTrialOver: boolean;
  /** The newest post that a trial shows; null when all are shown. */
  lastVisiblePostId: number | null;
  /** The team has to give a reason before it sees hidden authors and contacts. */
  needsPersonalDataReason: boolean;
  /** Features that are switched off: their endpoints are refused. */
  disabledFeatures: ReadonlySet<EndpointFeature>;
}

/** Whether the deployment is closed to the viewer: "signed-in users with privileges" have access (spec 1 §6). */
export const isClosedTo = (
  viewer: Viewer,
  { isClosed, isHidden }: Pick<DeploymentState, 'isClosed' | 'isHidden'>,
): boolean => isClosed && !(isHidden ? viewer.isTeamMember : viewer.hasAnyPermission);
