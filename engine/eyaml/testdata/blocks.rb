# Makes keys and encrypted texts, whole and damaged, and prints them with what hiera-eyaml says of each.
require 'openssl'
require 'base64'
require 'json'
require 'tmpdir'
require 'hiera/backend/eyaml/encryptor'
require 'hiera/backend/eyaml/utils'
require 'hiera/backend/eyaml/options'
require 'hiera/backend/eyaml/parser/parser'

def pair(serial, subject)
  key = OpenSSL::PKey::RSA.new(2048)
  certificate = OpenSSL::X509::Certificate.new
  certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse(subject)
  certificate.serial = serial
  certificate.version = 2
  certificate.not_before = Time.now
  certificate.not_after = Time.now + 1e9
  certificate.public_key = key.public_key
  certificate.sign(key, OpenSSL::Digest.new('SHA256'))
  [key, certificate]
end

own, certificate = pair(1, '/')
_, other = pair(2, '/CN=other')
_, same_name = pair(1, '/')

encrypt = lambda do |text, *certificates, cipher: 'aes-256-cbc'|
  OpenSSL::PKCS7.encrypt(certificates, text, OpenSSL::Cipher.new(cipher), OpenSSL::PKCS7::BINARY).to_der
end
block = ->(der) { "ENC[PKCS7,#{Base64.strict_encode64(der)}]" }
der = encrypt.call('secret', certificate)
code = Base64.strict_encode64(der)
changed = lambda do |at|
  copy = der.dup
  copy.setbyte(at, copy.getbyte(at) ^ 1)
  copy
end

texts = {
  'plain' => block.call(der), 'without a method' => "ENC[#{code}]", 'method in small letters' => "ENC[pkcs7,#{code}]",
  'between text' => "a #{block.call(der)} b #{block.call(encrypt.call('two', certificate))} c",
  'a line break' => block.call(encrypt.call("line\n", certificate)), 'two line breaks' => block.call(encrypt.call("line\n\n", certificate)),
  'a DOS line break' => block.call(encrypt.call("line\r\n", certificate)), 'more than ASCII' => block.call(encrypt.call('é日本', certificate)),
  'nothing' => block.call(encrypt.call('', certificate)), 'much' => block.call(encrypt.call('x' * 5000, certificate)),
  'exactly a block' => block.call(encrypt.call('x' * 16, certificate)),
  'for another' => block.call(encrypt.call('x', other)), 'for both' => block.call(encrypt.call('both', other, certificate)),
  'for another of the same name' => block.call(encrypt.call('x', same_name)),
  '3DES' => block.call(encrypt.call('des', certificate, cipher: 'des-ede3-cbc')),
  'AES 128' => block.call(encrypt.call('aes', certificate, cipher: 'aes-128-cbc')),
  'AES 192' => block.call(encrypt.call('aes', certificate, cipher: 'aes-192-cbc')),
  'PEM' => block.call(OpenSSL::PKCS7.encrypt([certificate], 'pem', OpenSSL::Cipher.new('aes-256-cbc'), OpenSSL::PKCS7::BINARY).to_pem),
  'signed' => block.call(OpenSSL::PKCS7.sign(certificate, own, 'data').to_der),
  'cut off' => "ENC[PKCS7,#{code[0, 200]}]", 'no PKCS7' => 'ENC[PKCS7,abcd]', 'one letter' => 'ENC[PKCS7,a]', 'only padding' => 'ENC[PKCS7,====]',
  'more behind it' => block.call("#{der}junk"), 'spaces in it' => "ENC[PKCS7,#{code.scan(/.{1,60}/).join(' ')}]",
  'lines in it' => "ENC[PKCS7,#{code.scan(/.{1,60}/).join("\n")}]",
  'without an end' => "ENC[PKCS7,#{code}", 'empty' => 'ENC[]', 'no cipher' => 'ENC[PKCS7,]', 'a block in a block' => "ENC[PKCS7,ENC[PKCS7,#{code}]]",
  'decrypted for editing' => 'DEC::PKCS7[x]!', 'no base64' => 'ENC[PKCS7,abc-def]', 'an encrypted block' => block.call(encrypt.call('ENC[PKCS7,xx]', certificate)),
  'a damaged end' => block.call(der[0..-9] + ("\0" * 8)), 'a damaged key' => block.call(changed.call(150)), 'a short content' => block.call(der[0..-2]),
  'no block' => 'plain text'
}

Dir.mktmpdir do |dir|
  File.write("#{dir}/private.pem", own.to_pem)
  File.write("#{dir}/public.pem", certificate.to_pem)
  Hiera::Backend::Eyaml::Options.set('pkcs7_private_key' => "#{dir}/private.pem", 'pkcs7_public_key' => "#{dir}/public.pem")
  answers = texts.map do |name, text|
    answer = { name: name, text: text }
    begin
      plain = Hiera::Backend::Eyaml::Parser::ParserFactory.hiera_backend_parser.parse(text).map(&:to_plain_text).join.chomp
      answer[:plain] = Base64.strict_encode64(plain) # a wrong key gives any bytes
    rescue StandardError => e
      answer[:error] = e.message
    end
    answer
  end
  puts JSON.generate(private: own.to_pem, public: certificate.to_pem, blocks: answers)
end
