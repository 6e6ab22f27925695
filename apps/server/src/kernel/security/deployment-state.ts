/** What holds for every caller alike: what the operator and the administrators decided about the deployment as a whole. */

export interface DeploymentState {
  /** Only signed-in people with a permission get in (spec 1 §6, wire 1.13). */
  isClosed: boolean;
  /** Nothing is served at all. */
  isUnderMaintenance: boolean;
  /** A trial is over: what is there can be read, and nothing is written (wire 6.3). */
  isTrialOver: boolean;
  /** The newest post that a trial shows; null where all are shown. */
  lastVisiblePostId: number | null;
}
