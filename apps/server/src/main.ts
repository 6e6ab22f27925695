/** `npm start` ends here. */
import { run } from './run.ts';

await run();
