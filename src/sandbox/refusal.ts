import type { ErrorBody } from '../contract/index.ts';

/** A problem of a request: the field, its code and what to send instead. */
export interface Problem {
  field: string;
  /** 8 digits. */
  code: number;
  reason: string;
}

/** Makes a refusal from a problem. Orders and drafts word them differently (contract/README.md §1.8). */
export type Refuse = (problem: Problem) => SandboxRefusal;

/** A refusal by the service. Any code may throw it; `create-sandbox.ts` answers it. */
export class SandboxRefusal extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;

  /** @param code eight digits that begin with the HTTP status (contract/README.md §1.8) */
  constructor(code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return Math.floor(this.code / 100_000);
  }

  answer(headers: Record<string, string> = {}): Response {
    const body: ErrorBody = { success: false, error: this.message, code: this.code, details: this.details };
    return Response.json(body, { status: this.status, headers });
  }
}

export const refuse: Refuse = ({ code, field, reason }) => new SandboxRefusal(code, `${field} ${reason}`);
