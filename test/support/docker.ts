import { spawnSync } from 'node:child_process';

/** Whether Docker runs on this machine. Its command alone builds nothing. */
export const hasDocker = () => spawnSync('docker', ['info']).status === 0;
