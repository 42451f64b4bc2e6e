export { openPort } from './open-port.ts';
