/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_xml.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "robot_urdf.h"

namespace {

const size_t MOST_BYTES = size_t(1) << 26;

/* Returns what can be read of a file or a pipe, but not much more than is allowed: devices may have no end. */
std::string bytesOf(const std::string &file) {
  FILE *in = std::fopen(file.c_str(), "rb");
  if (in == nullptr) throw Complaint(file + ": cannot be read: " + std::strerror(errno));
  std::string bytes;
  char part[1 << 16];
  for (size_t count; bytes.size() <= MOST_BYTES && (count = std::fread(part, 1, sizeof part, in)) > 0;)
    bytes.append(part, count);
  const std::string reason = std::ferror(in) ? std::strerror(errno) : "";
  std::fclose(in);
  if (!reason.empty()) throw Complaint(file + ": cannot be read: " + reason);
  return bytes;
}

/* Returns the text of a file if it can be XML. */
std::string checkedText(const std::string &text, const std::string &file) {
  if (text.empty()) throw Complaint(file + ": is empty");
  if (text.size() > MOST_BYTES) throw Complaint(file + ": is larger than 64 MiB");
  if (text.find('\0') != std::string::npos)
    throw Complaint(file + ": not XML: has a zero byte; if it is UTF-16, convert it to UTF-8 by iconv");
  const int odd = robot_line_without_utf8(text.c_str());
  if (odd > 0) throw Complaint(file + ":" + std::to_string(odd) + ": is not UTF-8; convert it by iconv");
  return text;
}

/* Returns the position behind the closing of what begins with an opening at `at`, or the end of the text if there is
   none. */
size_t behind(const std::string &text, size_t at, const char *closing) {
  const size_t found = text.find(closing, at);
  return found == std::string::npos ? text.size() : found + std::string(closing).size();
}

}  // namespace

int levelsOf(const std::string &text) {
  int depth = 0, deepest = 0;
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = behind(text, at, "-->");
    } else if (text.compare(at, 9, "<![CDATA[") == 0) {
      at = behind(text, at, "]]>");
    } else {
      const size_t end = behind(text, at, ">");
      const bool closes = text.compare(at, 2, "</") == 0, single = end >= 2 && text[end - 2] == '/';
      const bool is_element = at + 1 < text.size() && text[at + 1] != '!' && text[at + 1] != '?';
      if (closes)
        depth--;
      else if (is_element && !single)
        depth++;
      at = end;
    }
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

TiXmlElement *capsuleOf(TiXmlElement &collision) {
  TiXmlElement *geometry = collision.FirstChildElement("geometry");
  if (geometry == nullptr) return nullptr;
  TiXmlElement *capsule = geometry->FirstChildElement("capsule");
  return capsule != nullptr ? capsule : geometry->FirstChildElement("drake:capsule");
}

bool impliesWorld(const TiXmlElement &robot) {
  bool named = false;
  for (const TiXmlElement *e = robot.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
    const char *name = e->Attribute("name");
    if (e->ValueStr() == "link" && name != nullptr && std::strcmp(name, "world") == 0) return false;
    const TiXmlElement *parent = e->ValueStr() == "joint" ? e->FirstChildElement("parent") : nullptr;
    const char *link = parent != nullptr ? parent->Attribute("link") : nullptr;
    named |= link != nullptr && std::strcmp(link, "world") == 0;
  }
  return named;
}

int lineOfError(const TiXmlDocument &document) {
  return std::max(document.ErrorRow(), 1);
}

bool RobotXml::usesProperties() const {
  return text_.find("${") != std::string::npos || text_.find("$(") != std::string::npos;
}

const TiXmlElement *RobotXml::xacroIn(const TiXmlElement &at, bool usesProperties) {
  const bool isProperty = at.ValueStr() == "xacro:property" || at.ValueStr() == "xacro:arg";
  if (isProperty && !usesProperties) return nullptr;
  if (at.ValueStr().compare(0, 6, "xacro:") == 0) return &at;
  for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
    if (const TiXmlElement *found = xacroIn(*e, usesProperties)) return found;
  return nullptr;
}

namespace {

/* Puts spaces in place of other white space in attributes, as readers of XML do and TinyXML does not. */
void spaceAttributes(TiXmlElement &at) {
  for (TiXmlAttribute *a = at.FirstAttribute(); a != nullptr; a = a->Next()) {
    std::string value = a->ValueStr();
    std::replace_if(
        value.begin(), value.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    a->SetValue(value);
  }
  for (TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) spaceAttributes(*e);
}

/* Reads what is left of a file, up to a bit more than is allowed. */
std::string restOf(FILE *in) {
  std::string bytes;
  char part[1 << 12];
  for (size_t count; bytes.size() <= MOST_BYTES && (count = std::fread(part, 1, sizeof part, in)) > 0;)
    bytes.append(part, count);
  return bytes;
}

/* Runs xacro on a file.  Returns its exit status, 127 if it is not installed, with its output and its messages. */
int runXacro(const std::string &file, std::string &text, std::string &errors) {
  int ends[2];
  pid_t child;
  FILE *said = std::tmpfile();
  if (said == nullptr || pipe(ends) != 0) throw Complaint(file + ": cannot run xacro: " + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(said), 2);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  const std::string path = file[0] == '-' ? "./" + file : file;
  char *arguments[] = {const_cast<char *>("xacro"), const_cast<char *>(path.c_str()), nullptr};
  const int failure = posix_spawnp(&child, "xacro", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  FILE *in = fdopen(ends[0], "rb");
  if (in != nullptr) text = restOf(in);
  if (in != nullptr) std::fclose(in);
  int status = 127 << 8;
  if (failure == 0) waitpid(child, &status, 0);
  std::rewind(said);
  errors = restOf(said);
  std::fclose(said);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Returns the line of what xacro prints that has the error, before the lines about where it is; else the last line. */
std::string errorIn(const std::string &text) {
  std::istringstream lines(text);
  std::string line, last = "it says nothing";
  while (std::getline(lines, line)) {
    if (line.find("error: ") != std::string::npos) return line;
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  return last;
}

}  // namespace

void RobotXml::expand(const TiXmlElement &at) {
  std::string text, errors;
  const int status = runXacro(file_, text, errors);
  if (status == 127)
    complain(at, "is xacro, which has to be expanded first: xacro " + file_ +
                     " > ROBOT.urdf; or install xacro, which is called then");
  if (status != 0) complain(at, "is xacro, and the program xacro cannot expand it: " + errorIn(errors));
  text_ = checkedText(text, file_);
  expanded_ = true;
  file_ += " (expanded by xacro)";
  parse();
  if (const TiXmlElement *left = xacroIn(root(), usesProperties())) complain(*left, "is left by xacro");
}

RobotXml::RobotXml(const robot_texts *texts, const std::string &file) : file_(file) {
  const char *given = robot_given_text(texts, file.c_str());
  text_ = checkedText(given != nullptr ? given : bytesOf(file), file);
  parse();
  if (const TiXmlElement *xacro = xacroIn(root(), usesProperties())) {
    if (given != nullptr) complain(*xacro, "is xacro, which is expanded only if it is in a file");
    expand(*xacro);
  }
  if (root().ValueStr() == "sdf")
    complain(root(), "is SDF; convert it to URDF, as sdf2urdf of sdformat_tools or pysdf does");
  if (root().ValueStr() == "mujoco") complain(root(), "is a model of MuJoCo; give the robot as URDF");
  if (root().ValueStr() != "robot") complain(root(), "expected <robot>, as in URDF and SRDF");
}

void RobotXml::parse() {
  if (levelsOf(text_) > MOST_XML_LEVELS) throw Complaint(file_ + ": elements are nested more than 100 deep");
  document_.Clear(); /* Parse() appends */
  document_.ClearError();
  document_.Parse(text_.c_str());
  if (document_.Error())
    throw Complaint(file_ + ":" + std::to_string(lineOfError(document_)) + ": not XML: " + document_.ErrorDesc());
  TiXmlElement *root = document_.RootElement();
  if (root == nullptr && text_.find("<!DOCTYPE") != std::string::npos)
    throw Complaint(file_ +
                    ": has a DOCTYPE with declarations, which are not read; write out its entities and remove it");
  if (root == nullptr) throw Complaint(file_ + ": not XML: has no element");
  if (root->NextSiblingElement() != nullptr)
    complain(*root->NextSiblingElement(), "a second element at the top; put all of it into one <robot>");
  spaceAttributes(*root);
}

namespace {

void removeChildren(TiXmlNode &owner, const char *name) {
  for (TiXmlNode *child = owner.FirstChild(name); child != nullptr; child = owner.FirstChild(name))
    owner.RemoveChild(child);
}

}  // namespace

std::string RobotXml::collisionText() const {
  TiXmlDocument copy(document_);
  TiXmlElement &robot = *copy.RootElement();
  removeChildren(robot, "material");
  if (robot.Attribute("name") == nullptr) robot.SetAttribute("name", "robot");
  for (TiXmlElement *link = robot.FirstChildElement("link"); link != nullptr; link = link->NextSiblingElement("link")) {
    removeChildren(*link, "visual");
    removeChildren(*link, "inertial");
    for (TiXmlElement *e = link->FirstChildElement("collision"); e != nullptr; e = e->NextSiblingElement("collision"))
      if (TiXmlElement *capsule = capsuleOf(*e)) capsule->SetValue("cylinder");
  }
  for (TiXmlElement *e = robot.FirstChildElement("joint"); e != nullptr; e = e->NextSiblingElement("joint")) {
    for (const char *name : {"dynamics", "calibration", "safety_controller"}) removeChildren(*e, name);
    TiXmlElement *limit = e->FirstChildElement("limit");
    if (limit == nullptr) limit = e->InsertEndChild(TiXmlElement("limit"))->ToElement();
    for (const char *name : {"effort", "velocity"})
      if (limit->Attribute(name) == nullptr) limit->SetAttribute(name, "0");
  }
  if (impliesWorld(*document_.RootElement())) {
    TiXmlElement world("link");
    world.SetAttribute("name", "world");
    robot.InsertEndChild(world);
  }
  TiXmlPrinter printer;
  copy.Accept(&printer);
  return printer.Str();
}

void RobotXml::complain(const TiXmlElement &at, const std::string &what) const {
  const char *name = at.Attribute("name");
  throw Complaint(file_ + ":" + std::to_string(at.Row()) + ": " + at.Value() + (name != nullptr ? " " : "") +
                  (name != nullptr ? name : "") + ": " + what);
}

std::string RobotXml::attribute(const TiXmlElement &at, const char *name) const {
  const char *text = at.Attribute(name);
  if (text == nullptr || *text == 0) complain(at, std::string("has no ") + name);
  return text;
}

double RobotXml::number(const TiXmlElement &at, const char *name) const {
  const std::string text = attribute(at, name);
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != 0 || !std::isfinite(value))
    complain(at, std::string(name) + ": expected a number");
  return value;
}

bool robot_is_xml(const robot_texts *texts, const char *file) {
  const char *given = robot_given_text(texts, file);
  if (given != nullptr) {
    if (std::strncmp(given, "\xef\xbb\xbf", 3) == 0) given += 3;
    return given[std::strspn(given, " \t\n\v\f\r")] == '<';
  }
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  in >> first;                                /* passes over white space */
  if (first == '\xef') in.ignore(2) >> first; /* this skips the mark of UTF-8 */
  return in && first == '<';
}
