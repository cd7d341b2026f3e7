/**
 * `jne/reg`: a service is written with its courier (contract/README.md §2.1). Compared exactly, never by part:
 * `jntcargo` is not `jnt` (contract/README.md §6).
 */
export function serviceKey(rate: { courier_code: string; courier_service_code: string }): string {
  return `${rate.courier_code}/${rate.courier_service_code}`;
}
