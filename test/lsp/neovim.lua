-- Opens a file, waits for its problems, applies the preferred action, writes the file and what was seen.
local file, main, seen_file = vim.env.EDITED_FILE, vim.env.SERVER_MAIN, vim.env.SEEN_FILE
vim.cmd('edit ' .. file)
local id = vim.lsp.start_client({ cmd = { 'node', main, 'lsp' }, root_dir = vim.fn.fnamemodify(file, ':h') })
vim.lsp.buf_attach_client(0, id)
vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local seen = vim.tbl_map(function(one) return { line = one.lnum, message = one.message } end, vim.diagnostic.get(0))
local last = vim.api.nvim_buf_line_count(0)
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
  context = { diagnostics = {} },
}, 120000)
for _, action in ipairs(answers[id].result) do
  if action.isPreferred then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    break
  end
end
vim.cmd('write')
vim.fn.writefile({ vim.fn.json_encode(seen) }, seen_file)
vim.cmd('qall!')
