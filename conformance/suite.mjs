// The suite's API, as its own pages use it.
import { setTimeout as pause } from 'node:timers/promises';
import { json } from './web.mjs';

const LONGEST = 5 * 60_000;
const TOLD = new Set(['FAILURE', 'WARNING']);

export class Suite {
  constructor(address) {
    this.address = address;
  }

  version() {
    return json(`${this.address}/api/server`).then((server) => server.version);
  }

  // preparations: what to do before a module that waits to be started, by its name; tell: takes each result.
  async run(plan, config, preparations, tell) {
    const made = await this.#post('plan', { planName: plan.name, variant: JSON.stringify(plan.variant) }, config);
    const results = [];
    for (const module of made.modules) {
      const result = await this.#module(made.id, module, preparations);
      tell(result);
      results.push(result);
    }
    return results;
  }

  async #module(plan, { testModule: name, variant }, preparations) {
    const { id } = await this.#post('runner', { test: name, plan, variant: JSON.stringify(variant ?? {}) });
    const end = Date.now() + LONGEST;
    let info = await json(`${this.address}/api/info/${id}`);
    while (!['FINISHED', 'INTERRUPTED'].includes(info.status) && Date.now() < end) {
      if (info.status === 'CONFIGURED') {
        await preparations[name]?.();
        await this.#post(`runner/${id}`, {});
      }
      await pause(1_000);
      info = await json(`${this.address}/api/info/${id}`);
    }
    const result = info.status === 'FINISHED' ? info.result : `${info.status}, FAILED`;
    const log = await json(`${this.address}/api/log/${id}`);
    const told = log
      .filter((entry) => TOLD.has(entry.result))
      .map((entry) => `${entry.result} ${entry.src}: ${entry.msg}`);
    return { name, result, told: [...new Set(told)] };
  }

  #post(path, query, body) {
    return json(`${this.address}/api/${path}?${new URLSearchParams(query)}`, { method: 'POST', body });
  }
}
