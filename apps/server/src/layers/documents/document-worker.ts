/** Worker process that reads documents of services: a short one can take long. */
import workerpool from 'workerpool';
import { lowerPriority } from '../../kernel/workers/lower-priority.ts';
import { readCapabilities } from './read-capabilities.ts';
import { findStyleFault } from './style-fault.ts';

lowerPriority();
workerpool.worker({ readCapabilities, findStyleFault });
