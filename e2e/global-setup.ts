/** Before all journeys; what it returns runs after them. */
export { startSharedPostgres as default } from './prepared.ts';
