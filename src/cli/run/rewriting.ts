/** The commands that plan migrations: one part of the bundle, so that they share their code. */
import type { Command } from '../base/command.js';

export async function loadMigrate(): Promise<Command> {
  return (await import('../migrate/migrate.js')).migrateCommand;
}

export async function loadVerify(): Promise<Command> {
  return (await import('../verify/verify.js')).verifyCommand;
}

export async function loadPr(): Promise<Command> {
  return (await import('../pr/pr.js')).prCommand;
}

export async function loadCampaign(): Promise<Command> {
  return (await import('../campaign/campaign.js')).campaignCommand;
}
